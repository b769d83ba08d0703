import { createBrowserRouter, Link, type RouteObject } from 'react-router';
import { Empty, Loading } from '@/components/PageStates';
import { t } from '@/components/messages';
import { CrashPage } from './CrashPage';
import { Root } from './Root';

const loading = { HydrateFallback: () => <Loading what={t('what.page')} /> };

export const routes: RouteObject[] = [
  {
    path: '/',
    element: <Root />,
    errorElement: <CrashPage />,
    ...loading,
    children: [
      {
        errorElement: <CrashPage />,
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('@/features/home/HomePage')).HomePage }),
          },
          {
            path: 'jobs',
            lazy: async () => ({ Component: (await import('@/features/jobs/JobsPage')).JobsPage }),
          },
          {
            path: 'jobs/new',
            lazy: async () => ({
              Component: (await import('@/features/submit/NewJobPage')).NewJobPage,
            }),
          },
          {
            path: 'jobs/:id',
            lazy: async () => ({ Component: (await import('./JobRoute')).JobRoute }),
          },
          {
            path: 'resources',
            lazy: async () => ({
              Component: (await import('@/features/resources/ResourcesPage')).ResourcesPage,
            }),
          },
          {
            path: '*',
            element: (
              <Empty title={t('notFound.title')} action={<Link to="/">{t('notFound.home')}</Link>}>
                {t('notFound.body')}
              </Empty>
            ),
          },
        ],
      },
    ],
  },
];

export const makeRouter = () => createBrowserRouter(routes);
