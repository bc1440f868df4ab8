import { mutateCluster } from "./cluster/mutate-cluster.mjs";
const t=Date.now(); console.log(await mutateCluster(Number(process.argv[2]??1), Number(process.argv[3]??500)), Date.now()-t);
