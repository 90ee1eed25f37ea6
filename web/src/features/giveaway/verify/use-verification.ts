import { useEffect, useRef, useState } from 'react';
import { type DrawProof, fetchProof } from '../giveaway.api';
import type { Step } from './steps';
import { verifyDraw } from './verify';

/** Progress of the verification of a draw. */
export interface Verification {
  /** State `unable`: the browser has no WebCrypto, which it offers only for secure addresses. */
  readonly state: 'idle' | 'running' | 'done' | 'failed' | 'unable';
  readonly steps: readonly Step[];
  /** Finished share of the tickets, from 0 to 1. */
  readonly share: number;
  /** Null until it is loaded. */
  readonly proof: DrawProof | null;
}

const IDLE: Verification = { state: 'idle', steps: [], share: 0, proof: null };

/** Repeats a draw when requested, and stops when the page is left. */
export function useVerification(giveawayId: number): [Verification, () => void] {
  const [verification, setVerification] = useState(IDLE);
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const run = () => {
    stopping.current?.abort();
    const { signal } = (stopping.current = new AbortController());
    const show = (change: Partial<Verification>) => {
      if (!signal.aborted) setVerification((shown) => ({ ...shown, ...change }));
    };
    setVerification({ ...IDLE, state: 'running' });
    verify(giveawayId, signal, show).catch((error: unknown) => {
      if (signal.aborted) return;
      console.error('Could not verify the draw', error);
      show({ state: 'failed' });
    });
  };
  return [verification, run];
}

async function verify(
  giveawayId: number,
  signal: AbortSignal,
  show: (change: Partial<Verification>) => void,
): Promise<void> {
  // Browsers omit it when the address is not secure, whatever the types say.
  if ((crypto as Partial<Crypto>).subtle === undefined) {
    show({ state: 'unable' });
    return;
  }
  const proof = await fetchProof(giveawayId, signal);
  const steps: Step[] = [];
  show({ proof });
  const pause = async (share: number) => {
    show({ share });
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  };
  for await (const step of verifyDraw(proof, pause)) {
    steps.push(step);
    show({ steps: [...steps] });
  }
  show({ state: 'done' });
}
