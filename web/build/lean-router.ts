import type { Plugin } from 'vite';

/** Code of react-router that never does anything on this page, and what stands in its place. */
const NEVER = [
  // Only a server-rendered app of its framework fetches a page before its link is pressed.
  { code: 'return shouldPrefetch && !isAbsolute ?', instead: 'return false ?' },
  { code: '= usePrefetchBehavior(\n      prefetch,\n      rest\n    );', instead: '= [false, null, {}];' },
  // Its only bundle for browsers is the one with the warnings for developers.
  { code: 'var ENABLE_DEV_WARNINGS = true;', instead: 'var ENABLE_DEV_WARNINGS = false;' },
  {
    code: 'function warning(cond, message) {\n  if (!cond) {',
    instead: 'function warning() {\n  if (false) {',
  },
  {
    code: 'function invariant(value, message) {\n  if (value === false || value === null || typeof value === "undefined") {',
    instead: 'function invariant() {\n  if (false) {',
  },
  // Only a data router loads data, submits forms, and shows errors and navigations under way (ADR 0090).
  { code: 'isDataRoute ? useNavigateStable() : useNavigateUnstable()', instead: 'useNavigateUnstable()' },
  { code: 'let dataRouterState = dataRouterOpts?.state;', instead: 'const dataRouterState = void 0;' },
  {
    code: 'RenderErrorBoundary = class extends React2.Component {\n  constructor(props) {\n    super(props);',
    instead: 'RenderErrorBoundary = class {\n  constructor(props) {',
  },
  {
    code: 'let routerState = React10.useContext(DataRouterStateContext);',
    instead: 'const routerState = null;',
  },
  // Keeps nested routes, where nothing else does.
  { code: 'var MemoizedDataRoutes = React3', instead: 'var MemoizedDataRoutes = /* @__PURE__ */ React3' },
  { code: 'var Form = React10', instead: 'var Form = /* @__PURE__ */ React10' },
  { code: 'Form.displayName = "Form";', instead: '' },
];

/**
 * Leaves out of react-router what this page cannot start: its framework's prefetching, its data router, forms, and
 * its warnings for developers. They would be a twentieth of the first load. `RouterProvider` renders nothing then.
 * Fails the build when a version has them no longer in the known place.
 */
export function leanRouter(): Plugin {
  const left = new Set(NEVER);
  return {
    name: 'likewell:lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler(code) {
        let lean = code;
        for (const never of NEVER) {
          if (!code.includes(never.code)) continue;
          lean = lean.replace(never.code, never.instead);
          left.delete(never);
        }
        return lean === code ? null : { code: lean, map: null };
      },
    },
    buildEnd(error) {
      const [missing] = left;
      if (missing && !error) this.error(`react-router has no “${missing.code}” to leave out any more.`);
    },
  };
}
