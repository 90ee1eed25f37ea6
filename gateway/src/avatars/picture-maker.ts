import { photoErrors } from '@likewell/contracts/gateway/users';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Semaphore } from '@likewell/service-kit/concurrency/semaphore';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { OnApplicationShutdown } from '@nestjs/common';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasTooManyScans, isPlainPng, photoFormat } from './photo-format.js';
import { MEMORY_EXIT_CODE, type PictureResponse } from './picture-protocol.js';

const DEFAULTS = {
  /** Path of the child's program. */
  program: fileURLToPath(new URL('picture-child.js', import.meta.url)),
  maxRssBytes: 512 * 1024 * 1024,
  /** Longest time for one photo. */
  deadlineMs: 5000,
  /** Longest time that a photo may wait for earlier ones. */
  maxWaitMs: 10_000,
  /** Number of photos that may wait at once; one more is rejected. */
  maxWaiting: 8,
  /** Time after which an idle child is ended. */
  idleMs: 60_000,
};

/**
 * Makes avatars from photos, one at a time, in a child process with limited memory and time. A child that
 * hangs is killed, and one that dies is replaced; the photo being processed then gets an error.
 */
export class PictureMaker implements OnApplicationShutdown {
  private readonly options: typeof DEFAULTS;
  private child: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;
  private readonly turns: Semaphore;

  constructor(
    private readonly logger: Logger,
    options: Partial<typeof DEFAULTS> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    this.turns = new Semaphore(1, this.options);
  }

  /**
   * Returns a 256×256 WebP of at most 64 KiB without metadata.
   * @throws AppError PHOTO_NOT_PNG_OR_JPEG, PHOTO_UNUSABLE, PHOTO_TOO_MANY_PIXELS, OVERLOADED, UNAVAILABLE
   */
  async make(photo: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength);
    const format = photoFormat(bytes);
    if (format === null) throw new AppError(photoErrors.PHOTO_NOT_PNG_OR_JPEG);
    const isUsable = format === 'png' ? isPlainPng(bytes) : !hasTooManyScans(bytes);
    if (!isUsable) throw new AppError(photoErrors.PHOTO_UNUSABLE);
    const { image, rejection } = await this.turns.pass(() => this.ask(photo));
    if (image) return new Uint8Array(image);
    throw new AppError(
      rejection === 'too-many-pixels' ? photoErrors.PHOTO_TOO_MANY_PIXELS : photoErrors.PHOTO_UNUSABLE,
    );
  }

  /** Ends the child; photos that still wait for it get an error. */
  onApplicationShutdown(): void {
    clearTimeout(this.idle);
    if (this.child?.connected) this.child.disconnect();
    this.child = null;
  }

  private async ask(photo: Uint8Array): Promise<PictureResponse> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const over = new AbortController();
    const { signal } = over;
    try {
      return await Promise.race([
        once(child, 'message', { signal }).then(([response]) => response as PictureResponse),
        once(child, 'exit', { signal }).then(([code]) => responseOfTheDead(code)),
        sleep(this.options.deadlineMs, null, { signal }).then(() => this.giveUp(child)),
        send(child, photo),
      ]);
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError(commonErrors.UNAVAILABLE, { cause });
    } finally {
      over.abort();
      this.letGoWhenIdle();
    }
  }

  private giveUp(child: ChildProcess): never {
    this.logger.warn('a photo took too long; its decoder is killed');
    this.child = null;
    child.kill('SIGKILL');
    throw new AppError(commonErrors.UNAVAILABLE);
  }

  private start(): ChildProcess {
    const child = fork(this.options.program, [String(this.options.maxRssBytes)], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=64'],
      // The child needs none of the gateway's variables and must not have them.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('exit', (code, signal) => {
      if (this.child === child) this.child = null;
      if (code !== 0) this.logger.warn({ code, signal }, 'the decoder of photos ended');
    });
    child.on('error', () => {
      if (this.child === child) this.child = null;
    });
    return child;
  }

  private letGoWhenIdle(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      this.onApplicationShutdown();
    }, this.options.idleMs);
    this.idle.unref();
  }
}

/** Only when the child ran out of memory is the photo to blame for its end. */
function responseOfTheDead(code: unknown): PictureResponse {
  if (code === MEMORY_EXIT_CODE) return { rejection: 'unusable' };
  throw new AppError(commonErrors.UNAVAILABLE);
}

/** Rejects when the child cannot be reached, and otherwise never settles. */
function send(child: ChildProcess, photo: Uint8Array): Promise<never> {
  return new Promise((_, reject) => {
    child.send(photo, (error) => {
      if (error) reject(error);
    });
  });
}
