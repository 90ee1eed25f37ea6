import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable } from '@nestjs/common';
import { readFileSync, statSync } from 'node:fs';
import type { PostsConfig } from '../config.js';
import { parseBlockedWords, type BlockedWords } from './blocked-words.js';

const LOOK_AGAIN_MS = 2000;

/** The operators' list of blocked words; changes are read within seconds. */
@Injectable()
export class BlockedWordsFile {
  private words: BlockedWords;
  private changedAt: number;
  private lookedAt = steadyNow();

  /** Reads the list. @throws Error when the file cannot be read: the service does not start without its list */
  constructor(
    @Inject(CONFIG) private readonly config: PostsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.changedAt = statSync(config.BLOCKED_WORDS_FILE).mtimeMs;
    this.words = this.read();
  }

  /** Returns the current list; the last valid one while the file cannot be read. */
  current(): BlockedWords {
    if (steadyNow() - this.lookedAt < LOOK_AGAIN_MS) return this.words;
    this.lookedAt = steadyNow();
    try {
      const changedAt = statSync(this.config.BLOCKED_WORDS_FILE).mtimeMs;
      if (changedAt !== this.changedAt) this.words = this.read();
      this.changedAt = changedAt;
    } catch (error) {
      this.logger.error({ err: error }, 'the list of blocked words cannot be read; the last one stays');
    }
    return this.words;
  }

  private read(): BlockedWords {
    return parseBlockedWords(readFileSync(this.config.BLOCKED_WORDS_FILE, 'utf8'));
  }
}
