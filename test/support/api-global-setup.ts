import setUp from './global-setup';
import { startSharedService } from './start-service';

export default async function setUpApi(): Promise<void> {
  setUp();
  await startSharedService();
}
