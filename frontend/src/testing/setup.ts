import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has no layout; an editor that measures its text gets nothing to measure.
if (typeof Range !== 'undefined') {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
}

afterEach(() => {
  cleanup();
  // Tests of the lint rules run in Node, where there is no window.
  if (typeof window !== 'undefined') window.localStorage.clear();
});
