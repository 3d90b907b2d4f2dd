/** What runs workflows in n8n's engine, in this process: for test/engine (its README shows how) and bench. */
export { actionNode, changesNode, startNode, toolNode, triggerNode } from './nodeTypes';
export { connect, line } from './workflow';
export type { NodeJson, WorkflowJson } from './workflow';
export { runWorkflow } from './runWorkflow';
export type { RunOptions } from './runWorkflow';
export { WorkflowRun } from './workflowRun';
export { breakConnection, fakeService, hang } from '../fakeService';
export type { FakeService, Reply } from '../fakeService';
export { credentialTest } from './credentialTest';
export { listSearch, resourceMapping } from './listSearch';
export { PollingWorkflow } from './polling';
