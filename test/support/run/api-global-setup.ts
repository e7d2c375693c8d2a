import setUp from './global-setup';
import { startSharedService } from '../service/start-service';

export default async function setUpApi(): Promise<void> {
  setUp();
  await startSharedService();
}
