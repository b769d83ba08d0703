import {
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  TextInput,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import type { Pool } from '@/api/types';
import { durationText } from '@/components/format';
import { useMe } from '@/components/MeContext';
import { t } from '@/components/messages';
import { splitArgs } from './args';
import { chosenPool, teamsOf } from './choices';
import type { Draft } from './draft';

interface Props {
  draft: Draft;
  pools: readonly Pool[];
  onChange: (change: Partial<Draft>) => void;
}

export function Options({ draft, pools, onChange }: Props) {
  const me = useMe();
  const teams = teamsOf(me);
  const pool = chosenPool(pools, draft.pool);
  const partitions = pool?.partitions ?? [];
  return (
    <div className="gh-options">
      <Field id="file-name" label={t('submit.fileName')} help={t('submit.fileName.help')}>
        <Text
          id="file-name"
          value={draft.fileName}
          onChange={(fileName) => onChange({ fileName })}
        />
      </Field>
      <Field
        id="args"
        label={t('submit.args')}
        help={t('submit.args.help')}
        error={splitArgs(draft.args) === null ? t('submit.args.open') : null}
      >
        <Text id="args" value={draft.args} onChange={(args) => onChange({ args })} />
      </Field>
      <Field id="job-name" label={t('submit.name')}>
        <Text id="job-name" value={draft.name} onChange={(name) => onChange({ name })} />
      </Field>
      <Field id="time" label={t('submit.time')} help={timeHelp(pool, draft.partition)}>
        <Text id="time" value={draft.time} onChange={(time) => onChange({ time })} />
      </Field>
      {(teams.length > 1 || draft.team !== '') && (
        <Field id="team" label={t('submit.team')}>
          <Choice
            id="team"
            value={draft.team}
            values={teams}
            onChange={(team) => onChange({ team })}
          />
        </Field>
      )}
      {(pools.length > 1 || draft.pool !== '') && (
        <Field id="pool" label={t('submit.pool')}>
          <FormSelect
            id="pool"
            value={draft.pool}
            onChange={(_event, value) => onChange({ pool: value, partition: '' })}
          >
            {pools
              .toSorted((a, b) => Number(b.default) - Number(a.default))
              .map((each) => (
                <FormSelectOption
                  key={each.name}
                  value={each.default ? '' : each.name}
                  label={poolLabel(each)}
                />
              ))}
            {pools.every(({ name }) => name !== draft.pool) && draft.pool !== '' && (
              <FormSelectOption value={draft.pool} label={draft.pool} />
            )}
          </FormSelect>
        </Field>
      )}
      {(partitions.length > 1 || draft.partition !== '') && (
        <Field id="partition" label={t('submit.partition')}>
          <Choice
            id="partition"
            value={draft.partition}
            values={partitions.map(({ name }) => name)}
            onChange={(partition) => onChange({ partition })}
          />
        </Field>
      )}
    </div>
  );
}

function poolLabel(pool: Pool): string {
  const name = pool.default ? t('submit.pool.default', { pool: pool.name }) : pool.name;
  return pool.simulated ? `${name}, ${t('simulated.label')}` : name;
}

/** The range of the limit stands by its field, not in an error after. */
function timeHelp(pool: Pool | null, partition: string): string {
  const chosen =
    pool?.partitions.find(({ name }) => name === partition) ??
    pool?.partitions.find((each) => each.default);
  if (chosen === undefined) return t('submit.time.help');
  return t('submit.time.range', {
    default: durationText(chosen.defaultTimeSeconds),
    max: durationText(chosen.maxTimeSeconds),
  });
}

interface FieldProps {
  id: string;
  label: string;
  help?: string;
  error?: string | null;
  children: ReactNode;
}

function Field({ id, label, help, error = null, children }: FieldProps) {
  return (
    <FormGroup label={label} fieldId={id}>
      {children}
      {(error ?? help) !== undefined && (
        <FormHelperText>
          <HelperText>
            <HelperTextItem variant={error === null ? 'default' : 'error'}>
              {error ?? help}
            </HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}

interface TextProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
}

function Text({ id, value, onChange }: TextProps) {
  return (
    <TextInput
      id={id}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(_event, next) => onChange(next)}
    />
  );
}

function Choice({ id, value, values, onChange }: TextProps & { values: readonly string[] }) {
  const all = value === '' || values.includes(value) ? values : [...values, value];
  return (
    <FormSelect id={id} value={value} onChange={(_event, next) => onChange(next)}>
      <FormSelectOption value="" label={t('submit.asScript')} />
      {all.map((each) => (
        <FormSelectOption key={each} value={each} label={each} />
      ))}
    </FormSelect>
  );
}
