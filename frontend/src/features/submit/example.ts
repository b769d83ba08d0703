export const EXAMPLE_NAME = 'hello-gpu.sh';

/** Small, but everything a first script needs; it writes long enough to watch the log. */
export const EXAMPLE = `#!/bin/bash
#SBATCH --job-name=hello-gpu
#SBATCH --time=10:00
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --gres=gpu:1

echo "Hello from $(hostname), GPUs: \${CUDA_VISIBLE_DEVICES:-none}"
for i in $(seq 1 30); do
  printf '\\rstep %2d of 30' "$i"
  sleep 1
done
echo
echo "Done."
`;
