import type { Tasks } from '@/api/types';
import { JOB_STATES, jobLook, stateWord } from './states';
import './states.css';

/** An array at a glance: a stripe for each state, as wide as its share of the tasks. Its words are its name. */
export function TaskBar({ tasks }: { tasks: Tasks }) {
  const some = [...JOB_STATES].reverse().filter((state) => (tasks.counts[state] ?? 0) > 0);
  const words = some
    .map((state) => `${tasks.counts[state] ?? 0} ${stateWord(state)}`)
    .reverse()
    .join(', ');
  return (
    <span className="gh-task-bar" role="img" aria-label={words} title={words}>
      {some.map((state) => (
        <span
          key={state}
          className={`gh-tone-${jobLook({ state }).tone}`}
          style={{ flexGrow: tasks.counts[state] ?? 0 }}
        />
      ))}
    </span>
  );
}
