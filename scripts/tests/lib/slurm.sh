# A Slurm of one node on this machine. Source it after common.sh and pipe.sh.

# Succeeds where jobs can be submitted; with VFX_SLURM=yes a Slurm is set up first, once, and ends with
# the script.
has_slurm() {
  sinfo -h >/dev/null 2>&1 && return 0
  [ "${VFX_SLURM:-}" = yes ] && command -v slurmctld slurmd munged >/dev/null || return 1
  start_slurm
}

start_slurm() {
  local name folder=$work/slurm
  name=$(hostname -s)
  mkdir -p "$folder/state" "$folder/spool" /run/munge
  chown munge /run/munge
  [ -s /etc/munge/munge.key ] || mungekey -c
  pgrep -x munged >/dev/null || su -s /bin/sh munge -c munged
  until munge -n >/dev/null 2>&1; do sleep 0.2; done
  cat >"$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$name
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=$name CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$folder/slurm.conf
  slurmctld && slurmd || return 1
  trap 'stop_slurm; rm -rf "$work"' EXIT
  local i
  for ((i = 0; i < 100; i++)); do
    sinfo -h -t idle 2>/dev/null | grep -q idle && return 0
    sleep 0.2
  done
  return 1
}

# What it keeps is of no use to anybody, so it need not end in order.
stop_slurm() {
  pkill -9 -F "$work/slurm/slurmd.pid" || true
  pkill -9 -F "$work/slurm/slurmctld.pid" || true
}

# Waits until nothing runs any more, and takes away jobs that wait for what has failed.
slurm_settles() {
  local i
  for ((i = 0; i < 600; i++)); do
    [ -n "$(squeue -h)" ] || return 0
    if ! squeue -h -o %r | grep -qv 'DependencyNeverSatisfied'; then
      scancel -u "$(id -un)"
      sleep 0.5
      continue
    fi
    sleep 0.5
  done
  wrong "Slurm is not done: $(squeue)"
}
