import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { leanInter } from './build/lean-font.ts';
import { limitFirstLoad } from './build/limit-first-load.ts';
import { preloadFont } from './build/preload-font.ts';
import { precompress } from './build/precompress.ts';
import { routeContracts } from './build/route-contracts.ts';
import { serviceWorker } from './build/service-worker.ts';
import { securityHeaders } from './build/security-headers.ts';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    routeContracts(),
    leanInter(),
    preloadFont(/^inter-latin-(?!ext)/),
    securityHeaders('dist-nginx/security-headers.conf'),
    serviceWorker('service-worker/service-worker.js'),
    precompress(),
    limitFirstLoad(120_000),
  ],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every first load needs is one file: on a slow line each further one costs a round trip.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  // `npm run dev`: what nginx answers comes from the stack that runs beside.
  server: { proxy: { '^/(api/|settings\\.json$)': process.env.SITE_URL ?? 'http://127.0.0.1:8080' } },
  test: {
    environment: 'jsdom',
    include: ['{src,build,nginx,e2e}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    // Longer than one wait within a test.
    testTimeout: 30_000,
  },
});
