// @vitest-environment node
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

/** The rule about imports is shown to be able to fail, border by border. */
async function complaints(filePath: string, from: string): Promise<number> {
  const eslint = new ESLint({
    overrideConfig: { files: ['**/*'], languageOptions: { parserOptions: { project: null } } },
    ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-imports',
  });
  const [result] = await eslint.lintText(`import { x } from '${from}';\nvoid x;\n`, { filePath });
  const messages = result?.messages ?? [];
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.filter(({ ruleId }) => ruleId === 'no-restricted-imports').length;
}

test.each([
  ['src/features/jobs/x.ts', '@/app/theme', 'a feature may not know the app'],
  ['src/features/jobs/x.ts', '@/features/logs/frames', 'nor its neighbour'],
  ['src/features/job/x.ts', '@/features/jobs/jobList', 'nor one whose name begins alike'],
  ['src/features/jobs/x.ts', '../logs/frames', 'nor climb there'],
  ['src/features/jobs/x.ts', '@/testing/builders', 'nor use the test kit'],
  ['src/components/x.ts', '@/features/jobs/jobList', 'shared code may not know a feature'],
  ['src/api/x.ts', '@/app/theme', 'nor the app'],
])('%s may not import %s: %s', async (file, from) => {
  expect(await complaints(file, from)).toBe(1);
});

test.each([
  ['src/app/x.ts', '@/features/jobs/JobsPage'],
  ['src/features/jobs/x.ts', '@/components/format'],
  ['src/features/jobs/x.ts', './jobList'],
  ['src/features/jobs/x.test.ts', '@/testing/builders'],
])('%s may import %s', async (file, from) => {
  expect(await complaints(file, from)).toBe(0);
});
