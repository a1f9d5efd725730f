export { createLogger, type Logger, type LogLevel, logLevelSchema } from './logger.ts';
export { type OpsServer, type OpsServerOptions, startOpsServer } from './ops-server.ts';
export { ConfigError, readConfig } from './read-config.ts';
export { Counter, createRegistry, Gauge, Histogram, Registry } from './registry.ts';
export { type MainContext, type RunMainOptions, runMain, untilAborted } from './run-main.ts';
