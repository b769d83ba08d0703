import { Alert, Card, CardBody, Content } from '@patternfly/react-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { submitJob } from '@/api/calls';
import { UNHURRIED_MS, useChanges } from '@/api/events/EventsProvider';
import { keys, poolsQuery } from '@/api/queries';
import type { Finding } from '@/api/types';
import { bytesText } from '@/components/format';
import { useMe } from '@/components/MeContext';
import { t } from '@/components/messages';
import { useTitle } from '@/components/useTitle';
import { chosenPool, teamsOf } from './choices';
import { submissionOf } from './draft';
import { EditorTools } from './EditorTools';
import type { EditorHandle } from './editor/editorProps';
import { hasCarriageReturns } from './editor/lineEnds';
import { ScriptEditor } from './editor/ScriptEditor';
import { Options } from './Options';
import { ReadBack } from './ReadBack';
import { readTextFile } from './readFile';
import { SubmitBar } from './SubmitBar';
import { useDraft } from './useDraft';
import { useReading } from './useReading';
import './submit.css';

const NO_FINDINGS: readonly Finding[] = [];

export function NewJobPage() {
  useTitle(t('submit.title'));
  const me = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  const editor = useRef<EditorHandle>(null);
  const { draft, kept, change, done, startOver } = useDraft(me.username);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const submission = submissionOf(draft);
  const reading = useReading(submission);
  const pools = useQuery(poolsQuery);
  const pool = chosenPool(pools.data ?? [], draft.pool);
  useChanges(() => void pools.refetch(), UNHURRIED_MS);

  const submit = useMutation({
    mutationFn: () => submitJob(submission),
    onSuccess: (job) => {
      done();
      client.setQueryData(keys.job(job.id), job);
      void navigate(`/jobs/${job.id}`);
    },
  });
  const edit = (next: Parameters<typeof change>[0]) => {
    // A refusal is about what was sent; once something changed it is old.
    if (submit.isError) submit.reset();
    change(next);
  };
  const takeFile = async (file: File) => {
    const read = await readTextFile(file);
    switch (read.kind) {
      case 'text':
        setFileProblem(null);
        edit({ script: read.text, fileName: read.name });
        break;
      case 'tooLarge':
        setFileProblem(t('submit.tooLarge', { size: bytesText(read.size) }));
        break;
      case 'notText':
        setFileProblem(t('submit.notText', { name: read.name }));
        break;
    }
  };
  const jump = (line: number, column: number | null) => editor.current?.jumpTo(line, column);

  return (
    <>
      <div className="gh-head">
        <Content component="h1">{t('submit.title')}</Content>
        <EditorTools
          draft={draft}
          onFile={(file) => void takeFile(file)}
          onExample={edit}
          onStartOver={() => {
            submit.reset();
            startOver();
          }}
        />
      </div>
      <div className="gh-submit">
        <div className="gh-submit-left">
          {fileProblem !== null && <Alert isInline variant="danger" title={fileProblem} />}
          {!kept && <Alert isInline isPlain variant="warning" title={t('submit.draftNotKept')} />}
          <ScriptEditor
            ref={editor}
            script={draft.script}
            findings={reading.verdict?.findings ?? NO_FINDINGS}
            known={{ pool, teams: teamsOf(me) }}
            onEdit={(script) => edit({ script })}
            onFile={(file) => void takeFile(file)}
          />
          {hasCarriageReturns(draft.script) && (
            <Alert
              isInline
              isPlain
              variant="info"
              title={t('submit.crlf')}
              data-testid="crlf-notice"
            />
          )}
        </div>
        <Card isCompact className="gh-submit-options">
          <CardBody>
            <Options draft={draft} pools={pools.data ?? []} onChange={edit} />
          </CardBody>
        </Card>
        <div className="gh-submit-right">
          <SubmitBar
            draft={draft}
            reading={reading}
            pools={pools.data ?? []}
            pending={submit.isPending}
            error={submit.error}
            onSubmit={() => submit.mutate()}
            onJump={jump}
          />
          <ReadBack reading={reading} onJump={jump} />
        </div>
      </div>
    </>
  );
}
