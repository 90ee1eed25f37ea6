/** The address of the running stack under test. */
export const BASE_URL = process.env.E2E_BASE_URL ?? 'http://localhost:8080';
