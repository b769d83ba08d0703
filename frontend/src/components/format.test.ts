import { expect, test } from 'vitest';
import {
  bytesText,
  durationText,
  exactTime,
  gpusText,
  mebibytesText,
  resourcesText,
  timeText,
} from './format';

test('the tests run in a zone with a half hour', () => {
  expect(new Date('2026-03-01T00:00:00Z').getTimezoneOffset()).toBe(-330);
});

test('times are in the reader’s zone; the day is named when it is not today', () => {
  const now = new Date('2026-03-03T20:00:00Z');
  expect(timeText('2026-03-03T18:45:00Z', now)).toBe('00:15');
  expect(timeText('2026-03-03T08:32:00Z', now)).toBe('3 Mar 14:02');
  expect(timeText('2025-12-31T08:32:00Z', now)).toBe('31 Dec 2025 14:02');
});

test('the tooltip has the second, the zone and the instant itself', () => {
  const text = exactTime('2026-03-03T08:32:07Z');
  expect(text).toContain('14:02:07');
  expect(text).toMatch(/Asia\/(Kolkata|Calcutta)/);
  expect(text).toContain('2026-03-03T08:32:07.000Z');
});

test.each([
  [0, '0 s'],
  [45.9, '45 s'],
  [60, '1 min'],
  [150, '2 min 30 s'],
  [720, '12 min'],
  [3_600, '1 h'],
  [12_000, '3 h 20 min'],
  [100_800, '1 d 4 h'],
  [172_800, '2 d'],
  [-5, '0 s'],
])('%d seconds are "%s"', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test('sizes have binary units', () => {
  expect(mebibytesText(512)).toBe('512 MiB');
  expect(mebibytesText(16_384)).toBe('16 GiB');
  expect(mebibytesText(1_572_864)).toBe('1.5 TiB');
  expect(bytesText(161)).toBe('161 B');
  expect(bytesText(1_536)).toBe('1.5 KiB');
});

test('GPUs and their type come first', () => {
  expect(resourcesText([{ type: 'a100', count: 2 }], 8, 32_768)).toBe('2 × a100 · 8 CPUs · 32 GiB');
  expect(resourcesText([], 1, null)).toBe('1 CPU');
  expect(gpusText([{ type: null, count: 1 }])).toBe('1 × GPU');
  expect(gpusText([{ type: 'a100', count: 0 }])).toBeNull();
});
