-- Scripts to begin with. Without an owner they are the site's, kept by operators.
-- A variable is {{name}}, {{name=usual value}} or {{name=usual value|what it is}}; pages ask for it.
CREATE TABLE template (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person_id   bigint REFERENCES person,
    name        text        NOT NULL CHECK (name <> ''),
    description text        NOT NULL,
    script      text        NOT NULL,
    version     integer     NOT NULL DEFAULT 0,
    changed_at  timestamptz NOT NULL,
    changed_by  text        NOT NULL
);
CREATE INDEX template_of ON template (person_id);

INSERT INTO template (name, description, script, changed_at, changed_by) VALUES
('One GPU', 'A Python program on one GPU.', $$#!/bin/bash
#SBATCH --job-name={{name=train|Name of the job}}
#SBATCH --gres=gpu:{{gpus=1|GPUs}}
#SBATCH --cpus-per-task={{cpus=8|CPUs}}
#SBATCH --mem={{memory=32G|Memory}}
#SBATCH --time={{time=04:00:00|Time limit}}
#SBATCH --output=%x-%j.out

set -euo pipefail
python3 {{program=train.py|Program}}
$$, now(), 'Gatehouse'),
('Several GPUs of one node', 'torchrun starts a process for each GPU.', $$#!/bin/bash
#SBATCH --job-name={{name=train|Name of the job}}
#SBATCH --nodes=1
#SBATCH --gpus-per-node={{gpus=4|GPUs}}
#SBATCH --cpus-per-task={{cpus=32|CPUs in all}}
#SBATCH --mem={{memory=128G|Memory}}
#SBATCH --time={{time=12:00:00|Time limit}}
#SBATCH --output=%x-%j.out

set -euo pipefail
torchrun --standalone --nproc-per-node="$SLURM_GPUS_ON_NODE" {{program=train.py|Program}}
$$, now(), 'Gatehouse'),
('Array over a list', 'One task for each line of a file, a few at a time.', $$#!/bin/bash
#SBATCH --job-name={{name=sweep|Name of the job}}
#SBATCH --array=1-{{count=100|Lines in the file}}%{{at_once=8|Tasks at a time}}
#SBATCH --gres=gpu:{{gpus=1|GPUs for each task}}
#SBATCH --cpus-per-task={{cpus=4|CPUs for each task}}
#SBATCH --time={{time=02:00:00|Time limit of each task}}
#SBATCH --output=%x-%A_%a.out

set -euo pipefail
line=$(sed -n "$SLURM_ARRAY_TASK_ID"p {{file=parameters.txt|File with parameters}})
python3 {{program=train.py|Program}} $line
$$, now(), 'Gatehouse'),
('Stops in good time', 'Gets a signal ten minutes before the limit, saves, and can be started again.', $$#!/bin/bash
#SBATCH --job-name={{name=train|Name of the job}}
#SBATCH --gres=gpu:{{gpus=1|GPUs}}
#SBATCH --cpus-per-task={{cpus=8|CPUs}}
#SBATCH --time={{time=08:00:00|Time limit}}
#SBATCH --signal=B:USR1@600
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%x-%j.out

python3 {{program=train.py|Program}} &
program=$!
trap 'kill -USR1 $program' USR1
wait $program || wait $program
$$, now(), 'Gatehouse'),
('CPU only', 'Many CPUs, no GPU.', $$#!/bin/bash
#SBATCH --job-name={{name=prepare|Name of the job}}
#SBATCH --cpus-per-task={{cpus=16|CPUs}}
#SBATCH --mem={{memory=64G|Memory}}
#SBATCH --time={{time=02:00:00|Time limit}}
#SBATCH --output=%x-%j.out

set -euo pipefail
python3 {{program=prepare.py|Program}}
$$, now(), 'Gatehouse');
