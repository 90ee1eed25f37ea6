/** Of the wallet with play money that a laptop's stack offers; whoever lists it says what it is. */
export const DEV_WALLET_NAME = 'Dev wallet';
