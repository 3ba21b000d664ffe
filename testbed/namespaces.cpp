#include "testbed/namespaces.hpp"

#include "testbed/kernel_switch.hpp"
#include "testbed/network_device.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

void write_whole(const std::string& path, const std::string& text) {
    const Descriptor file = open_file(path, O_WRONLY);
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size())) {
        throw system_error("cannot write " + path);
    }
}

std::string joined_path(const std::string& folder, const char* entry) {
    return folder + "/" + entry;
}

Descriptor own_namespace(const char* kind) {
    return open_file(joined_path("/proc/self/ns", kind), O_RDONLY);
}

/// For what a host can do without: a system may refuse a mount inside a user namespace.
void mount_if_allowed(const char* type, const char* target) {
    ::mount(type, target, type, MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
}

void enter_namespace(const Descriptor& target, int kind, const char* what) {
    require(::setns(target.number(), kind), fmt::format("cannot enter the {} of a host", what));
}

std::string working_directory() {
    std::array<char, PATH_MAX> path{};
    return ::getcwd(path.data(), path.size()) == nullptr ? "/" : path.data();
}

}  // namespace

std::string hosts_file_text(const std::vector<Host>& hosts, int subnet) {
    std::string text = "127.0.0.1 localhost\n::1 localhost\n";
    for (std::size_t h = 0; h < hosts.size(); ++h) {
        text += fmt::format("{} {}\n", address_text(host_address(subnet, static_cast<int>(h))), hosts[h].name);
    }
    return text;
}

bool obtain_privilege() {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (user == 0) {
        if (::unshare(CLONE_NEWUTS) == 0) {
            return false;
        }
    }
    if (::unshare(CLONE_NEWUSER) != 0) {
        throw base::Error(
            fmt::format("this user may not make namespaces ({}): it takes root (CAP_SYS_ADMIN) or user namespaces for "
                        "ordinary users (the settings user.max_user_namespaces, kernel.unprivileged_userns_clone, "
                        "kernel.apparmor_restrict_unprivileged_userns)",
                        std::strerror(errno)));
    }
    try {
        write_whole("/proc/self/setgroups", "deny");
        write_whole("/proc/self/uid_map", fmt::format("0 {} 1", user));
        write_whole("/proc/self/gid_map", fmt::format("0 {} 1", group));
    } catch (const base::Error& error) {
        throw base::Error(fmt::format("a user namespace can be made but not used: {}", error.what()));
    }
    return true;
}

void separate_mounts() {
    require(::unshare(CLONE_NEWNS), "cannot make a namespace of mounts");
    require(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "cannot make the mounts private");
}

HostParts make_host(const std::string& name, const HostDevice& device, const HostFiles& files,
                    bool inside_user_namespace) {
    const Descriptor mounts_before = own_namespace("mnt");
    require(::unshare(CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNS),
            "cannot make the namespaces of a host (network, host name, mounts, inter-process communication)");
    require(::sethostname(name.data(), name.size()), "cannot set a host name");
    bring_up_loopback();
    HostParts parts;
    parts.address = device.address;
    if (device.joined_by != nullptr) {
        device.joined_by->join(device.number, device.address, device.mtu, device.port);
    } else {
        parts.device = make_device(device.address, device.mtu);
    }
    if (!files.hosts.empty()) {
        require(::mount(files.hosts.c_str(), "/etc/hosts", nullptr, MS_BIND, nullptr), "cannot replace /etc/hosts");
    }
    // Two hosts must not meet in shared memory, nor two jobs that happen to choose the same names.
    require(::mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777"),
            "cannot give a host its own /dev/shm");
    // /sys shows the network devices of the namespace in which it was mounted.
    mount_if_allowed("sysfs", "/sys");
    if (inside_user_namespace) {
        parts.namespaces.user = own_namespace("user");
    }
    parts.namespaces.mounts = own_namespace("mnt");
    parts.namespaces.network = own_namespace("net");
    parts.namespaces.host_name = own_namespace("uts");
    parts.namespaces.communication = own_namespace("ipc");
    enter_namespace(mounts_before, CLONE_NEWNS, "mounts");
    return parts;
}

void enter_user_namespace(const Descriptor& user) {
    if (!user) {
        return;
    }
    struct stat own {};
    struct stat wanted {};
    if (::stat("/proc/self/ns/user", &own) == 0 && ::fstat(user.number(), &wanted) == 0 &&
        own.st_ino == wanted.st_ino && own.st_dev == wanted.st_dev) {
        return;  // the kernel refuses to enter the namespace one is in
    }
    require(::setns(user.number(), CLONE_NEWUSER), "cannot enter the user namespace of a grid");
}

void enter_host(const HostNamespaces& namespaces) {
    const std::string directory = working_directory();
    enter_user_namespace(namespaces.user);
    enter_namespace(namespaces.network, CLONE_NEWNET, "network");
    enter_namespace(namespaces.host_name, CLONE_NEWUTS, "host name");
    enter_namespace(namespaces.communication, CLONE_NEWIPC, "inter-process communication");
    enter_namespace(namespaces.mounts, CLONE_NEWNS, "mounts");
    require(::chdir(directory.c_str()), "cannot go back to " + directory);
}

void mount_own_proc() {
    if (::unshare(CLONE_NEWNS) == 0) {
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
        mount_if_allowed("proc", "/proc");
    }
}

std::string check_available() {
    Pipe report = make_pipe();
    const pid_t child = require(::fork(), "cannot start a process");
    if (child == 0) {
        std::string text;
        int status = 0;
        try {
            const bool inside_user_namespace = obtain_privilege();
            separate_mounts();
            constexpr int kMtu = 9000;
            static_cast<void>(
                make_host("check", {.address = host_address(0, 0), .mtu = kMtu}, {}, inside_user_namespace));
            require(::unshare(CLONE_NEWPID), "cannot make a namespace of processes");
            require_exact_waits();
            text = inside_user_namespace ? "user namespaces" : "root";
        } catch (const std::exception& error) {
            text = error.what();
            status = 1;
        }
        const ssize_t ignored = ::write(report.write_end.number(), text.data(), text.size());
        static_cast<void>(ignored);
        ::_exit(status);
    }
    report.write_end.close();
    std::array<char, 1024> buffer{};
    const ssize_t length = ::read(report.read_end.number(), buffer.data(), buffer.size());
    int status = 0;
    ::waitpid(child, &status, 0);
    std::string text(buffer.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw base::Error(text);
    }
    return text;
}

}  // namespace causeway::testbed
