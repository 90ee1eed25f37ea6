import { authErrors } from '@likewell/contracts/auth/errors';
import { assertStrong } from './password-strength.js';

const owner = { username: 'maya_r', email: 'Maya.Rivers@example.org' };
const judge = (password: string) => () => assertStrong(password, owner);

describe('a new password', () => {
  it.each([
    ['is common', 'password1'],
    ['was breached', 'trustno1'],
    ['is a common one in other letters', 'P@ssw0rd'],
    ['is a common one turned round', '1drowssap'],
    ['is a row of the keyboard', 'qwertyuiop'],
    ['is a sequence', '12345678'],
    ['is one letter', 'a'.repeat(256)],
    ['is a common one four times', 'password1'.repeat(4)],
    ['is a row of the keyboard five times', 'qwertyuiop1'.repeat(5)],
    ['is three signs twenty times', 'xk7'.repeat(20)],
    ['is the site’s name with a year', 'likewell2024'],
    ['is a date', '24.12.1999'],
  ])('is rejected when it %s', (_, password) => {
    expect(judge(password)).toThrow(expect.objectContaining({ code: authErrors.PASSWORD_TOO_EASY.code }));
  });

  it.each(['MAYA_R', 'maya.rivers@example.org', 'Maya.Rivers', 'maya_r1', 'example.org'])(
    'is rejected when it is the name or the address, or little more: %s',
    (password) => {
      expect(judge(password)).toThrow(expect.objectContaining({ code: authErrors.PASSWORD_TOO_EASY.code }));
    },
  );

  it.each(['correct horse battery', 'x8Fk2-pq', 'likewell-demo', 'пароль для сада', 'maya_r eats no soup'])(
    'is taken when nobody guesses it: %s',
    (password) => {
      expect(judge(password)).not.toThrow();
    },
  );
});
