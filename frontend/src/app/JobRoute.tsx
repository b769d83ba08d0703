import { useParams } from 'react-router';
import { JobPage } from '@/features/job/JobPage';
import { LogPanel } from '@/features/logs/LogPanel';

/** Puts the log into the job page: the two features do not know each other. */
export function JobRoute() {
  const { id } = useParams();
  return <JobPage key={id} id={Number(id)} renderLog={(job) => <LogPanel job={job} />} />;
}
