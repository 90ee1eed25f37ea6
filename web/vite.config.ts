import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { preloadFont } from './build/preload-font.ts';
import { precompress } from './build/precompress.ts';
import { securityHeaders } from './build/security-headers.ts';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadFont(/^inter-latin-wght-normal/),
    securityHeaders('dist-nginx/security-headers.conf'),
    precompress(),
  ],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': 'http://127.0.0.1:8081' } },
  test: {
    environment: 'jsdom',
    include: ['{src,build,nginx}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
  },
});
