import { Module } from '@nestjs/common';
import { DeparturesEvents } from './departures.events.js';

/** What becomes of what members wrote when they leave for good. */
@Module({ providers: [DeparturesEvents] })
export class DeparturesModule {}
