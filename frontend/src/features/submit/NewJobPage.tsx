import { Card, CardBody, Content } from '@patternfly/react-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { submitJob } from '@/api/calls';
import { UNHURRIED_MS, useChanges } from '@/api/events/EventsProvider';
import { keys, poolsQuery } from '@/api/queries';
import { useMe } from '@/components/MeContext';
import { t } from '@/components/messages';
import { useTitle } from '@/components/useTitle';
import { chosenPool, teamsOf } from './choices';
import { submissionOf } from './draft';
import { EditorNotices } from './EditorNotices';
import { EditorTools } from './EditorTools';
import type { EditorHandle } from './editor/editorProps';
import { ScriptEditor } from './editor/ScriptEditor';
import { markedBy } from './marks';
import { Options } from './Options';
import { ReadBack } from './ReadBack';
import { SubmitBar } from './SubmitBar';
import { useDraft } from './useDraft';
import { TemplatesDialog } from './templates/TemplatesDialog';
import { useReading } from './useReading';
import { useReplacing } from './useReplacing';
import './submit.css';

export function NewJobPage() {
  useTitle(t('submit.title'));
  const me = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  const editor = useRef<EditorHandle>(null);
  const { draft, kept, change, done, startOver } = useDraft(me.username);
  const [templates, setTemplates] = useState<'list' | 'keep' | null>(null);
  const submission = submissionOf(draft);
  const reading = useReading(submission);
  const marked = useMemo(() => markedBy(reading.verdict), [reading.verdict]);
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
  const replacing = useReplacing(draft, edit);
  const takeFile = (file: File) => void replacing.takeFile(file);
  const jump = (line: number, column: number | null) => editor.current?.jumpTo(line, column);

  return (
    <>
      <div className="gh-head">
        <Content component="h1">{t('submit.title')}</Content>
        <EditorTools
          draft={draft}
          onFile={takeFile}
          onExample={replacing.replace}
          onTemplates={setTemplates}
          onStartOver={() => {
            submit.reset();
            replacing.forgetBefore();
            startOver();
          }}
        />
      </div>
      <div className="gh-submit">
        <div className="gh-submit-left">
          <ScriptEditor
            ref={editor}
            script={draft.script}
            findings={marked}
            known={{ pool, teams: teamsOf(me) }}
            onEdit={(script) => edit({ script })}
            onFile={takeFile}
          />
          <EditorNotices script={draft.script} kept={kept} replacing={replacing} />
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
      {templates !== null && (
        <TemplatesDialog
          begin={templates}
          script={draft.script}
          replaces={replacing.typed}
          onUse={(script) => {
            setTemplates(null);
            replacing.replace({ script, fileName: '' });
          }}
          onClose={() => setTemplates(null)}
        />
      )}
    </>
  );
}
