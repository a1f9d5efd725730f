export { ensureWebBuild, WebBuildError } from './build/ensure-build.ts';
export { webRoot } from './build/paths.ts';
