import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  // Tests of the lint rules run in Node, where there is no window.
  if (typeof window !== 'undefined') window.localStorage.clear();
});
