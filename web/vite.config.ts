import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { inlineStyles } from './build/inline-styles.ts';
import { leanChain } from './build/lean-chain.ts';
import { leanInter } from './build/lean-font.ts';
import { leanIcons } from './build/lean-icons.ts';
import { leanRouter } from './build/lean-router.ts';
import { licenses } from './build/licenses.ts';
import { limitFirstLoad } from './build/limit-first-load.ts';
import { preloadFont } from './build/preload-font.ts';
import { precompress } from './build/precompress.ts';
import { routeContracts } from './build/route-contracts.ts';
import { runtimeInProgram } from './build/runtime-in-program.ts';
import { serviceWorker } from './build/service-worker.ts';
import { securityHeaders } from './build/security-headers.ts';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    routeContracts(),
    leanIcons(),
    leanChain(),
    leanRouter(),
    leanInter(),
    licenses(),
    inlineStyles(),
    runtimeInProgram(),
    preloadFont(/^inter-english-/),
    securityHeaders('dist-nginx/security-headers.conf'),
    serviceWorker('service-worker/service-worker.js'),
    precompress(),
    // From 88,622 on the first text is a round trip later on a slow line (docs/adr/0183-what-the-first-load-consists-of.md).
    // The hashes in file names alone change the size by some fifty bytes.
    limitFirstLoad(88_900),
  ],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The code of every first load is one file, since on a slow connection each further one costs a round
    // trip. All other icons are one file too.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'icons', test: /lucide-react/ },
          ],
        },
      },
    },
  },
  // `npm run dev`: nginx's part comes from the stack that runs beside it.
  server: { proxy: { '^/(api/|settings\\.json$)': process.env.SITE_URL ?? 'http://127.0.0.1:8080' } },
  test: {
    environment: 'jsdom',
    include: ['{src,build,nginx,e2e}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    // A worker makes jsdom and loads React once, not once a file, which took longer than the tests.
    isolate: false,
    // It remembers the wallets of a page, so each file has one of its own.
    server: { deps: { inline: ['@wallet-standard/app'] } },
    // Longer than a single wait within a test, or than a part takes that is loaded before the tests.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
