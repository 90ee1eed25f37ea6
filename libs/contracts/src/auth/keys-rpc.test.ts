import { addPasskey, confirmTotp, getKeys, replaceRecoveryCodes } from './keys-rpc.js';

it('what an auth of the previous release responds has no number of the set of codes', () => {
  expect(replaceRecoveryCodes.output.parse({})).toEqual({ setId: null });
  for (const { output } of [confirmTotp, addPasskey])
    expect(output.parse({ areCodesNew: true })).toEqual({ areCodesNew: true, setId: null });
  const keys = { hasTotp: true, recoveryCodesLeft: 10, passkeys: [] };
  expect(getKeys.output.parse(keys)).toEqual({ ...keys, recoveryCodesSetId: null });
});
