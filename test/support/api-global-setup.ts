import { startSharedService } from './start-service';

export default startSharedService;
