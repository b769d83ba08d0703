import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Arrows point one way: app -> features -> shared (components, api, testing). Within a folder files
// import each other by './'; everything else goes by '@/', so that a border is visible in the import.
const noClimbing = { regex: '^\\.\\./', message: "Import across folders by '@/…'." };
const notTheApp = { regex: '^@/app/', message: 'Only app/ may know app/.' };
const noFeature = { regex: '^@/features/', message: 'Shared code may not know a feature.' };
const noTestKit = { regex: '^@/testing/', message: 'The test kit is for tests.' };

const features = readdirSync(new URL('./src/features', import.meta.url));

const borders = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: [noClimbing, ...patterns] }],
});

const featureBorders = features.flatMap((name) => {
  const noNeighbour = {
    regex: `^@/features/(?!${name}/)`,
    message: 'A feature may not know its neighbour; let app/ put them together.',
  };
  return [
    {
      files: [`src/features/${name}/**/*.{ts,tsx}`],
      rules: borders(notTheApp, noNeighbour, noTestKit),
    },
    {
      files: [`src/features/${name}/**/*.test.{ts,tsx}`],
      rules: borders(notTheApp, noNeighbour),
    },
  ];
});

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/api/schema.d.ts', 'playwright-report', 'test-results'] },
  js.configs.recommended,
  { files: ['**/*.{ts,tsx}'], extends: [...tseslint.configs.strictTypeChecked] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-console': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 300 }],
    },
  },
  { files: ['src/app/**/*.{ts,tsx}'], rules: borders() },
  {
    files: ['src/{components,api,testing}/**/*.{ts,tsx}'],
    rules: borders(notTheApp, noFeature),
  },
  ...featureBorders,
  {
    files: ['**/*.config.{ts,js}'],
    languageOptions: { globals: { process: 'readonly', URL: 'readonly' } },
  },
);
