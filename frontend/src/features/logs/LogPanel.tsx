import { FormSelect, FormSelectOption, ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { useState } from 'react';
import type { Job, LogStreamName } from '@/api/types';
import { t } from '@/components/messages';
import { LogView } from './LogView';
import './logs.css';

const STREAMS: readonly LogStreamName[] = ['stdout', 'stderr'];

/** The log of a job: which stream, which attempt, and the view of it. */
export function LogPanel({ job }: { job: Job }) {
  const [stream, setStream] = useState<LogStreamName>('stdout');
  const [chosen, setChosen] = useState<number | null>(null);
  const numbers = job.attempts.map((attempt) => attempt.number);
  const attempt = chosen ?? Math.max(...numbers);
  const twoFiles = job.request.stdout !== job.request.stderr;
  return (
    <>
      {(twoFiles || numbers.length > 1) && (
        <div className="gh-row gh-log-choice">
          {twoFiles && (
            <ToggleGroup aria-label={t('log.streams')}>
              {STREAMS.map((name) => (
                <ToggleGroupItem
                  key={name}
                  text={t(`log.${name}`)}
                  buttonId={`log-${name}`}
                  isSelected={stream === name}
                  onChange={() => setStream(name)}
                />
              ))}
            </ToggleGroup>
          )}
          {numbers.length > 1 && (
            <FormSelect
              className="gh-log-attempt"
              aria-label={t('log.attempt')}
              value={attempt}
              onChange={(_event, value) => setChosen(Number(value))}
            >
              {numbers.map((number) => (
                <FormSelectOption
                  key={number}
                  value={number}
                  label={t('job.attempt', { number })}
                />
              ))}
            </FormSelect>
          )}
        </div>
      )}
      <LogSource
        key={`${job.id}/${attempt}/${stream}`}
        jobId={job.id}
        stream={stream}
        attempt={attempt}
      />
    </>
  );
}

interface SourceProps {
  jobId: number;
  stream: LogStreamName;
  attempt: number;
}

function LogSource(source: SourceProps) {
  const [whole, setWhole] = useState(false);
  return (
    <LogView key={String(whole)} {...source} whole={whole} onLoadWhole={() => setWhole(true)} />
  );
}
