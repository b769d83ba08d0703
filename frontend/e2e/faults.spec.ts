import { expect, test } from '@playwright/test';
import { pasteScript, picture, signIn } from './people';

interface Said {
  line: number;
  /** What is wrong, and what to write. */
  words: RegExp[];
}

interface Fault {
  name: string;
  script: string;
  said: Said[];
  /** A line that counts for nothing, and why. */
  ignored?: { line: number; why: RegExp };
  /** Whether it would be refused, or only warned of. */
  refused: boolean;
}

/** The six that people come with most; docs/faults.md shows their pictures. */
const FAULTS: Fault[] = [
  {
    name: 'blank-line-first',
    script: '\n#!/bin/bash\n#SBATCH --time=30\nhostname\n',
    said: [{ line: 1, words: [/line 1 must start with #!; it is empty/, /very first characters/] }],
    refused: true,
  },
  {
    name: 'no-hyphens',
    script: '#!/bin/bash\n#SBATCH partition=gpu\n#SBATCH\u00a0--gres=gpu:a100:1\nhostname\n',
    said: [
      { line: 2, words: [/"partition=gpu" is neither an option nor/, /write --partition=gpu/] },
      { line: 3, words: [/neither an option/, /no-break space \(U\+00A0\): type a plain blank/] },
    ],
    refused: true,
  },
  {
    name: 'time',
    script: '#!/bin/bash\n#SBATCH --time=30m\nhostname\n',
    said: [{ line: 2, words: [/"30m" is no time/, /write 00:30:00 or 30 \(minutes\)/] }],
    refused: true,
  },
  {
    name: 'late-directive',
    script:
      '#!/bin/bash\n##SBATCH --gres=gpu:a100:1\nexport OMP_NUM_THREADS=8\n#SBATCH --time=04:00:00\npython3 train.py\n',
    said: [
      {
        line: 4,
        words: [/after the first command \(line 3\) are not read/, /move it above line 3/],
      },
    ],
    ignored: { line: 2, why: /a second # makes it a comment/ },
    refused: false,
  },
  {
    name: 'too-many-gpus',
    script: '#!/bin/bash\n#SBATCH --partition=gpus\n#SBATCH --gres=gpu:a100:9\npython3 train.py\n',
    said: [
      { line: 2, words: [/no partition "gpus"; those it has: gpu, short/, /did you mean gpu/] },
      { line: 3, words: [/9 a100 GPUs; the largest has 4/, /ask for at most 4/] },
    ],
    refused: true,
  },
  {
    name: 'values',
    script:
      '#!/bin/bash\n#SBATCH --mem=16 GB\n#SBATCH --output=~/logs/$USER.out\npython3 train.py\n',
    said: [
      { line: 2, words: [/"GB" is neither/, /write --mem=16GB without a blank/] },
      { line: 3, words: [/~ is not expanded here/, /write the path in full/] },
      { line: 3, words: [/variables .* not expanded here/, /%u is the user, %x the job name/] },
    ],
    refused: true,
  },
];

for (const { name, script, said, ignored, refused } of FAULTS) {
  test(`a person who pastes a script with ${name} finds out what to change`, async ({ page }) => {
    await signIn(page, 'carol');
    await page.goto('/jobs/new');
    await pasteScript(page, script);
    await expect(page.getByTestId('verdict')).toHaveAttribute('data-accepted', String(!refused));
    for (const { line, words } of said) {
      const finding = page
        .getByTestId('findings')
        .locator('[data-severity]')
        .filter({ has: page.getByRole('button', { name: new RegExp(`^line ${line}\\b`) }) })
        .filter({ hasText: words[0] ?? '' });
      for (const each of words) await expect(finding).toContainText(each);
      await expect(page.getByTestId(`mark-${line}`)).toBeVisible();
    }
    if (ignored !== undefined) {
      await expect(page.getByTestId(`line-${ignored.line}`)).toContainText(ignored.why);
      await expect(page.getByTestId(`mark-${ignored.line}`)).toHaveAttribute('title', ignored.why);
    }
    await picture(page, `fault-${name}`);
  });
}
