import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const portal = process.env['GATEHOUSE_URL'] ?? 'http://localhost:18080';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    // PatternFly and xterm are large but are fetched once: their file names carry a hash.
    chunkSizeWarningLimit: 1500,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': portal,
      '/signin': portal,
      '/signout': portal,
      '/ws': { target: portal, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // A zone with a half hour and without summer time: a formatter that forgets the zone shows at once.
    env: { TZ: 'Asia/Kolkata' },
    testTimeout: 20_000,
    // One jsdom a worker, not one a file: a third of the time. What tests put in place of globals is undone.
    isolate: false,
    unstubGlobals: true,
  },
});
