/** The one place that names the product and its links to the outside. */
export const SITE = {
  name: 'Likewell',
  exchangeUrl: 'https://exchange.likewell.example/like',
  tokenUrl: 'https://token.likewell.example',
  channelUrl: 'https://channel.likewell.example',
  microblogUrl: 'https://microblog.likewell.example',
  /** Whose library draws the price. */
  chartsUrl: 'https://www.tradingview.com/',
  /** Where everybody can look up a transaction of Solana by its signature. */
  transactionsUrl: 'https://explorer.solana.com/tx/',
  giveawaysUrl: 'https://giveaways.likewell.example',
} as const;

export const CONTACT_EMAIL = 'hello@likewell.example';
