/** The name of the product and its external links, defined only here. */
export const SITE = {
  name: 'Likewell',
  exchangeUrl: 'https://exchange.likewell.example/like',
  tokenUrl: 'https://token.likewell.example',
  channelUrl: 'https://channel.likewell.example',
  microblogUrl: 'https://microblog.likewell.example',
  /** Site of the library that draws the price. */
  chartsUrl: 'https://www.tradingview.com/',
  /** Public site that shows a Solana transaction by its signature. */
  transactionsUrl: 'https://explorer.solana.com/tx/',
  giveawaysUrl: 'https://giveaways.likewell.example',
} as const;

export const CONTACT_EMAIL = 'hello@likewell.example';
