import { reviewText } from './review-text.js';

describe('reviewText', () => {
  it('approves plain writing, with a few links too', () => {
    const body = 'As I wrote on https://example.org and https://example.net, bread needs time.';
    expect(reviewText({ title: 'Bread', body })).toEqual({ outcome: 'approve' });
  });

  it('leaves a text of many links to a person and says why', () => {
    const body = 'https://a.example www.b.example HTTP://c.example '.repeat(2);
    expect(reviewText({ title: 'Buy', body })).toEqual({ outcome: 'ask', reasons: ['many-links'] });
  });
});
