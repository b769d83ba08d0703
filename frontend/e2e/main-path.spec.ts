import { expect, test } from '@playwright/test';
import { asPerson, picture, scriptText, signIn, submit } from './people';

const SCRIPT = `#!/bin/bash
#SBATCH --job-name=train-resnet
#SBATCH --account=vision
#SBATCH --gres=gpu:a100:2
#SBATCH --cpus-per-task=8
#SBATCH --time=00:10:00
echo "$(hostname): GPUs $CUDA_VISIBLE_DEVICES on $SLURMD_NODENAME"
for step in $(seq 1 14); do
  printf '\\repoch %2d/14 [%-14s]' "$step" "$(printf '#%.0s' $(seq 1 $step))"
  [ $((step % 2)) = 0 ] && printf '\\n\\033[32mstep %d\\033[0m loss 0.%d\\n' "$step" $((99 - step))
  sleep 0.7
done
exit 3
`;

test('a script becomes a job whose log is read while it is written, to its true end', async ({
  page,
}) => {
  await signIn(page, 'alice');
  await page.goto('/jobs/new');
  await page.getByTestId('script-editor').fill(SCRIPT);
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-accepted', 'true');
  await expect(page.getByTestId('summary')).toContainText('2 a100 GPUs');
  await expect(page.getByTestId('line-4')).toContainText('a100');
  await picture(page, 'new-job');
  await page.getByRole('button', { name: 'Submit' }).click();

  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'RUNNING');
  await expect(page.getByTestId('allocated-node')).toContainText(/demo-a\d/);
  await expect(page.getByTestId('resources-gpus').last()).toContainText(/indices \d, \d/);

  const log = page.getByTestId('log').locator('.xterm-rows');
  await expect(log).toContainText('step 2 loss');
  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'RUNNING');
  await expect(log).toContainText('step 6 loss');
  await picture(page, 'job-log');

  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'FAILED', {
    timeout: 40_000,
  });
  await expect(page.getByTestId('state-sentence')).toContainText('exit code 3');
  await expect(page.getByTestId('log-status')).toHaveAttribute('data-status', 'ended');
  await expect(log).toContainText('step 14 loss');
});

test('the same job is in the list, live, with its place and its reason', async ({ page }) => {
  await signIn(page, 'alice');
  const id = await submit(page, '#!/bin/bash\n#SBATCH --gres=gpu:v100:1\nsleep 4\n');
  await page.goto('/jobs');
  const row = page.getByTestId(`job-row-${id}`);
  await expect(row).toContainText(/demo-v\d/);
  await picture(page, 'jobs');
  await expect(row.getByTestId('job-state')).toHaveAttribute('data-state', 'COMPLETED');
});

test('a wrong script is answered with line, reason and hint, and nothing typed is lost', async ({
  page,
}) => {
  await signIn(page, 'carol');
  const jobs = async () =>
    (await (await page.request.get('/api/v1/jobs')).json()) as { counts: object };
  const before = await jobs();
  const faults: [string, string, RegExp][] = [
    ['  #!/bin/bash\nhostname\n', 'line 1', /2 blanks/],
    ['#!/bin/bash\n#SBATCH partition=x\nhostname\n', 'line 2', /--partition=x/],
    ['#!/bin/bash\n#SBATCH --time=30m\nhostname\n', 'line 2', /00:30:00/],
    ['#!/bin/bash\n#SBATCH hetjob\nhostname\n', 'line 2', /not yet/],
  ];
  for (const [script, , words] of faults) {
    await page.goto('/jobs/new');
    await page.getByTestId('script-editor').fill(script);
    await expect(page.getByTestId('verdict')).toHaveAttribute('data-accepted', 'false');
    await expect(page.getByTestId('findings')).toContainText(words);
    expect(await scriptText(page)).toBe(script);
  }
  expect((await jobs()).counts).toEqual(before.counts);
});

test('a job is cancelled, and says by whom', async ({ page }) => {
  await signIn(page, 'alice');
  const id = await submit(page, '#!/bin/bash\n#SBATCH --gres=gpu:a100:1\nsleep 300\n');
  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'RUNNING');
  await page.getByRole('button', { name: `Cancel job ${id}` }).click();
  await page.getByRole('button', { name: 'Cancel the job' }).click();
  await expect(page.getByTestId('job-state')).toHaveAttribute('data-state', 'CANCELLED');
  await expect(page.getByTestId('state-sentence')).toContainText('alice');
});

test('bob, who runs the team, reads the log; carol finds no such job', async ({
  browser,
  page,
}) => {
  await signIn(page, 'alice');
  const id = await submit(page, '#!/bin/bash\necho for bob\nsleep 1\n');
  const bob = await asPerson(browser, 'bob', `/jobs/${id}`);
  await expect(bob.getByTestId('log').locator('.xterm-rows')).toContainText('for bob');
  const bobs = await submit(bob, '#!/bin/bash\necho secret\n');
  await page.goto(`/jobs/${bobs}`);
  await expect(page.getByTestId('job-id')).toContainText(String(bobs));
  await expect(page.getByTestId('log')).toHaveCount(0);
  const carol = await asPerson(browser, 'carol', `/jobs/${id}`);
  await expect(carol.getByText(/no (such )?job/i).first()).toBeVisible();
});

test('signing out ends the session here and at Keycloak', async ({ page }) => {
  await signIn(page, 'erin');
  await page.getByTestId('user-menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.locator('#username')).toBeVisible();
});
