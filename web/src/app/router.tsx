import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../shared/config/paths';
import { BestScreen } from '../routes/best';
import { ScreenBoundary } from './screen-boundary';

// Best is where nearly everybody arrives, so it comes with the first chunk; the others when they are opened.
const NewScreen = lazy(async () => ({ default: (await import('../routes/new')).NewScreen }));
const CreateScreen = lazy(async () => ({ default: (await import('../routes/create')).CreateScreen }));
const EditScreen = lazy(async () => ({ default: (await import('../routes/edit')).EditScreen }));
const PostScreen = lazy(async () => ({ default: (await import('../routes/post')).PostScreen }));
const MemberScreen = lazy(async () => ({ default: (await import('../routes/member')).MemberScreen }));
const NotFoundScreen = lazy(async () => ({ default: (await import('../routes/not-found')).NotFoundScreen }));

/** Which screen an address shows (spec, section 2). */
export function Router() {
  const { pathname } = useLocation();
  return (
    // Outside the boundary that each path has anew, so that the old screen stays until the new one is there.
    <Suspense fallback={null}>
      <ScreenBoundary key={pathname}>
        <Routes>
          <Route path="/" element={<Navigate to={paths.best} replace />} />
          <Route path="/best" element={<BestScreen />} />
          <Route path="/new" element={<NewScreen />} />
          <Route path="/create" element={<CreateScreen />} />
          <Route path="/edit/:postId" element={<EditScreen />} />
          <Route path="/p/:id" element={<PostScreen />} />
          <Route path="/u/:username" element={<MemberScreen />} />
          <Route path="*" element={<NotFoundScreen />} />
        </Routes>
      </ScreenBoundary>
    </Suspense>
  );
}
