/** Name of the wallet with play money that a laptop's stack offers; every list of wallets explains it. */
export const DEV_WALLET_NAME = 'Dev wallet';
