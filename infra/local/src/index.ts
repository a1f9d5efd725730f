export { type ServiceName, type ServiceProcess, startService } from './start-service.ts';
export { type LocalSystem, type SystemOptions, startSystem } from './start-system.ts';
