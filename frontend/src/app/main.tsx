import '@patternfly/react-core/dist/styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { makeQueryClient } from './queryClient';
import { makeRouter } from './routes';
import { applyTheme, rememberedTheme } from './theme';
// Last: it overrules PatternFly where both speak.
import './app.css';

applyTheme(rememberedTheme());

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={makeRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
