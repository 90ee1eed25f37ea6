import type { FeatureSwitch } from '../database/feature-switch.js';
import { runTask } from './run-task.js';

/** Runs the command that pauses a feature for every replica, and prints `told`. */
export const runPause = (name: string, feature: FeatureSwitch, told: string): Promise<void> =>
  runSwitch(name, feature, true, told);

/** Runs the command that resumes a feature for every replica, and prints `told`. */
export const runResume = (name: string, feature: FeatureSwitch, told: string): Promise<void> =>
  runSwitch(name, feature, false, told);

const runSwitch = (name: string, feature: FeatureSwitch, isPaused: boolean, told: string) =>
  runTask(name, async (database) => {
    await database.transaction((tx) => feature.setPaused(tx, isPaused));
    return told;
  });
