import { generateKeyPairSync } from 'node:crypto';
import { SealBroken, TextOpener, TextSealer } from './sealed-text.js';

const newPair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    sealer: new TextSealer(publicKey.export({ format: 'der', type: 'spki' }).toString('base64')),
    opener: new TextOpener(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')),
  };
};
const { sealer, opener } = newPair();

it('opens what was sealed for it', () => {
  for (const text of ['correct horse battery', '', 'pässwörd 🐎', 'sealed:by its owner', 'x'.repeat(256)])
    expect(opener.open(sealer.seal(text))).toBe(text);
});

it('hides the text, and seals it anew each time', () => {
  const [once, again] = [sealer.seal('correct horse'), sealer.seal('correct horse')];
  expect(once).not.toBe(again);
  expect(Buffer.from(once.slice(7), 'base64url').includes('horse')).toBe(false);
});

it('opens nothing that was sealed for another, cut or changed', () => {
  const sealed = sealer.seal('correct horse battery');
  const bytes = Buffer.from(sealed.slice(7), 'base64url');
  const changed = Array.from(bytes, (_, index) => {
    const copy = Buffer.from(bytes);
    copy[index] = (copy[index] ?? 0) ^ 4;
    return `sealed:${copy.toString('base64url')}`;
  });
  const others = [newPair().sealer.seal('x'), 'sealed:', 'sealed:AAAA', sealed.slice(0, -8), ...changed];
  for (const text of others) expect(() => opener.open(text)).toThrow(SealBroken);
});

it('opens no text that is not sealed', () => {
  expect(() => opener.open('correct horse battery')).toThrow(SealBroken);
});
