/** Every address of the site, in one map. */
export const paths = {
  best: '/best',
  new: '/new',
  following: '/following',
  create: '/create',
  settings: '/settings',
  wallet: '/wallet',
  moderation: '/moderation',
  giveaways: '/giveaways',
  whitePaper: '/whitepaper',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  howWeSelectWinners: '/how-we-select-winners',
  edit: (postId: number) => `/edit/${postId}`,
  post: (id: number) => `/p/${id}`,
  giveaway: (id: number) => `/giveaways/${id}`,
  member: (username: string) => `/u/${encodeURIComponent(username)}`,
} as const;
