import { forge, SMALL_ORDER_KEYS, TestWallet } from '@likewell/testing/test-wallet';
import bs58 from 'bs58';
import { randomBytes } from 'node:crypto';
import { isWalletAddress, verifyWalletSignature } from '../src/wallet-signature/verify-wallet-signature.js';

const MESSAGES = Array.from({ length: 200 }, (_, index) => `Login to Likewell ${index}`);

describe('a wallet’s signature', () => {
  it('of a message is accepted, also of one with letters beyond ASCII', () => {
    const wallet = new TestWallet();
    for (const message of ['Login to Likewell', '', 'žofie – 漢字 🪙'.repeat(20)]) {
      expect(verifyWalletSignature(wallet.sign(message))).toBe(true);
    }
  });

  it('of another message, of another wallet or with any byte changed is rejected', () => {
    const wallet = new TestWallet();
    const message = 'Login to Likewell';
    const good = wallet.sign(message);
    expect(verifyWalletSignature({ ...good, message: `${message} ` })).toBe(false);
    expect(verifyWalletSignature({ ...good, address: new TestWallet().address })).toBe(false);
    for (let index = 0; index < 64; index += 1) {
      expect(verifyWalletSignature(wallet.signAltered(message, index))).toBe(false);
    }
  });

  it('with the order added to S is rejected', () => {
    const wallet = new TestWallet();
    for (const message of MESSAGES) {
      const others = wallet.signAgain(message);
      expect(others.length).toBeGreaterThanOrEqual(14);
      for (const other of others) expect(verifyWalletSignature(other)).toBe(false);
    }
  });

  it('made without a private key, for a key of small order, is rejected though its equation holds', () => {
    let forgeries = 0;
    for (const key of SMALL_ORDER_KEYS) {
      expect(isWalletAddress(bs58.encode(key))).toBe(false);
      for (const message of MESSAGES) {
        const { isSolution, ...forgery } = forge(key, message);
        if (isSolution) forgeries += 1;
        expect(verifyWalletSignature(forgery)).toBe(false);
      }
    }
    expect(forgeries).toBeGreaterThan(1000);
  });

  it('for a key whose y is not reduced is rejected', () => {
    for (let low = 0xed; low <= 0xff; low += 1) {
      const key = Buffer.from([low, ...Array<number>(30).fill(0xff), 0x7f]);
      expect(isWalletAddress(bs58.encode(key))).toBe(false);
    }
  });

  it('or address of another length, or in another alphabet, is rejected', () => {
    const good = new TestWallet().sign('hello');
    const bad = [
      '',
      ' ',
      '0OIl',
      ...[31, 33, 63, 65].map((length) => bs58.encode(randomBytes(length))),
      `1${good.address}`,
      ` ${good.address}`,
      `${good.signature}\n`,
      '1'.repeat(100_000),
      'z'.repeat(100_000),
    ];
    expect(verifyWalletSignature(good)).toBe(true);
    for (const text of bad) {
      expect(isWalletAddress(text)).toBe(false);
      expect(verifyWalletSignature({ ...good, address: text })).toBe(false);
      expect(verifyWalletSignature({ ...good, signature: text })).toBe(false);
    }
  });
});
