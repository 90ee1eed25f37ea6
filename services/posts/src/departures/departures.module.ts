import { Module } from '@nestjs/common';
import { DeparturesEvents } from './departures.events.js';

/** Handles members who leave for good: their texts and their follows. */
@Module({ providers: [DeparturesEvents] })
export class DeparturesModule {}
