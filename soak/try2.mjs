import { mutateCluster } from "./cluster/mutate-cluster.mjs";
setInterval(()=>console.log("…", process.getActiveResourcesInfo().join()),10000).unref();
const t=Date.now(); console.log(await mutateCluster(Number(process.argv[2]??1), Number(process.argv[3]??500)), Date.now()-t);
